// Debian's chromium, and pages in it whose errors are collected.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export async function launch(...more) {
  assert.ok(
    existsSync(executablePath),
    `${executablePath} is missing: scripts/setup test installs it; CHROMIUM names another`,
  );
  const args = [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath, args: [...args, ...more] });
}

/**
 * A page in a context of its own. `trouble`: errors of the console and of scripts, and each request that does not go to
 * `home`.
 */
export async function watchedPage(browser, home, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage(),
    trouble = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(home) && !/^(data|blob):/.test(request.url()))
      trouble.push(`external request: ${request.url()}`);
  });
  return { context, page, trouble };
}
