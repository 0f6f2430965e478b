export * from './abut.js';
export * from './hull.js';
export * from './motion.js';
export { answerMotionRecord, askMotion, motionOf } from './record/motion_record.js';
export {
  answerRecord,
  isMotionOp,
  type MotionOp,
  motionOps,
  type Op,
  ops,
  parseRecord,
  type QueryRecord,
  RecordError,
  type RecordMotion,
  type RecordOptions,
  recordText,
  type Sweep,
} from './record/record.js';
