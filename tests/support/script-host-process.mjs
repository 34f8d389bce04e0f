import { pathToFileURL } from 'node:url';

// The process of a `scriptHost`.
const settings = { ...process.env };
const folder = process.cwd();

process.once('disconnect', () => process.exit());
process.on('message', async ({ run, file, args, env }) => {
  process.argv = [process.execPath, file, ...args];
  process.env = { ...settings, ...env };
  process.chdir(folder);
  const printed = { out: '', err: '' };
  const { log, error } = console;
  console.log = (text) => {
    printed.out += `${text}\n`;
  };
  console.error = (text) => {
    printed.err += `${text}\n`;
  };
  // Another address for each run, as a module runs once.
  await import(`${pathToFileURL(file)}?run=${run}`);
  Object.assign(console, { log, error });
  process.send({ code: process.exitCode ?? 0, ...printed });
  process.exitCode = undefined;
});
