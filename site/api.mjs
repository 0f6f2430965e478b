// The API reference, by doxygen. Every public struct, enumeration and free function must have a comment; other warnings
// of doxygen fail too.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const needsComment = /Compound |\((function|enumeration)\) of (namespace|file)/;

/**
 * Doxygen 1.9 makes links to sections that it then leaves out, of nested classes and concepts: their text remains.
 * Browsers request an icon, so there is one.
 */
function mend(folder) {
  for (const name of readdirSync(folder).filter((n) => n.endsWith('.html'))) {
    const page = readFileSync(join(folder, name), 'utf8');
    const mended = page.replace(/<a href="#([\w-]+)">([^<]*)<\/a>/g, (link, anchor, words) =>
      page.includes(`id="${anchor}"`) || page.includes(`name="${anchor}"`) ? link : words,
    );
    writeFileSync(join(folder, name), mended.replace('</head>', '<link rel="icon" href="data:,">\n</head>'));
  }
}

/** Returns how many members have no comment of their own. */
export function makeApi(root, out) {
  const settings = `${readFileSync(join(root, 'site/Doxyfile'), 'utf8')}\nOUTPUT_DIRECTORY=${out}\nWARN_LOGFILE=${join(out, '../doxygen.log')}\n`;
  try {
    execFileSync('doxygen', ['-'], { cwd: root, input: settings });
  } catch (error) {
    const missing = error.code === 'ENOENT';
    throw new Error(
      missing ? 'site: doxygen is missing; `scripts/setup site` installs it' : `site: doxygen failed: ${error.stderr}`,
    );
  }
  const log = readFileSync(join(out, '../doxygen.log'), 'utf8').split('\n');
  // Some come twice, of a namespace and of a file.
  const complaints = [...new Set(log.filter((line) => line.includes('warning:')))];
  const isMember = (line) => line.includes('is not documented') && !needsComment.test(line);
  const grave = complaints.filter((line) => !isMember(line));
  if (grave.length > 0)
    throw new Error(`site: the API reference has ${grave.length} complaint(s):\n${grave.join('\n')}`);
  mend(join(out, 'api'));
  return complaints.length;
}
