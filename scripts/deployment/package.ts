import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverPackages } from '../build/server-packages.ts';
import { buildAll, step } from '../development/bootstrap.mjs';
import { installedManifest } from './installed-manifest.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Contents of an installation. The build's bookkeeping and the benchmark's build stay here. */
const PARTS = [
  'dist/client',
  'dist/demo',
  'dist/renderer',
  'dist/server',
  'dist/pages.json',
  'db/migrations',
];

/** Makes the archive that an installation is made from: the build, and the packages that it needs beside itself. */
async function packageProduct(folder: string): Promise<string> {
  await buildAll();
  const draft = mkdtempSync(path.join(tmpdir(), 'commonhold-package-'));
  try {
    const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const name = `commonhold-${manifest.version}`;
    const content = path.join(draft, name);
    mkdirSync(content);
    for (const part of [...PARTS, 'deployment', 'LICENSE', 'package-lock.json']) {
      const from = path.join(root, part);
      if (existsSync(from)) cpSync(from, path.join(content, part), { recursive: true });
    }
    writeFileSync(
      path.join(content, 'package.json'),
      `${JSON.stringify(installedManifest(manifest, serverPackages), null, 2)}\n`,
    );
    await step('Installing the packages of the server', 'npm', [
      'install',
      ...['--prefix', content, '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'],
    ]);
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${name}.tar.gz`);
    execFileSync('tar', ['-czf', `${file}.part`, '--owner=0', '--group=0', '-C', draft, name]);
    renameSync(`${file}.part`, file);
    return file;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const file = await packageProduct(path.resolve(process.argv[2] ?? 'dist/package'));
console.log(
  `The package is ${file}. Unpack it on the machine, and run node deployment/install.mjs there as root.`,
);
