export * from './abut.js';
export { answerRecord, type Op, ops, parseRecord, type QueryRecord, RecordError, recordText } from './record.js';
