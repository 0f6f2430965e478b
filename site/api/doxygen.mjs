// Runs doxygen over the public headers. It writes XML, which model.mjs reads; any complaint but that of a member
// without a comment, which model.mjs judges, is an error.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the XML. */
export function runDoxygen(root, out) {
  const log = join(out, 'doxygen.log'),
    settings = `${readFileSync(join(root, 'site/api/Doxyfile'), 'utf8')}\nOUTPUT_DIRECTORY=${out}\nWARN_LOGFILE=${log}\n`;
  try {
    execFileSync('doxygen', ['-'], { cwd: root, input: settings });
  } catch (error) {
    const missing = error.code === 'ENOENT';
    throw new Error(
      missing ? 'site: doxygen is missing; `scripts/setup site` installs it' : `site: doxygen failed: ${error.stderr}`,
    );
  }
  const complaints = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('warning:') && !/is not documented\.$/.test(line));
  if (complaints.length > 0)
    throw new Error(`site: doxygen has ${complaints.length} complaint(s):\n${[...new Set(complaints)].join('\n')}`);
  return join(out, 'xml');
}
