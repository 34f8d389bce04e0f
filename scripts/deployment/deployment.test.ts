import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { ConfigError, parseConfig } from '#platform/server/runtime/config.ts';
import { accountOf, settingsText, unitText } from '../../deployment/installed-files.mjs';
import { serverPackages } from '../build/server-packages.ts';
import { installedManifest } from './installed-manifest.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('an installation asks for the packages that the build leaves outside, in the versions of the project', () => {
  const project = JSON.parse(read('package.json'));
  const manifest = installedManifest(project, serverPackages);
  expect(Object.keys(manifest.dependencies).sort()).toEqual([...serverPackages].sort());
  expect(project.dependencies).toMatchObject(manifest.dependencies);
  expect(manifest).not.toHaveProperty('scripts');
  expect(() => installedManifest(project, ['absent'])).toThrow('does not ask for absent');
});

test('the settings of a new installation lack only what the operator knows', () => {
  const settings = parseEnv(settingsText('/var/lib/commonhold'));
  const filled = {
    DATABASE_URL: 'postgres://db.example/commonhold',
    PUBLIC_URL: 'https://commonhold.example',
    SMTP_URL: 'smtp://localhost:25',
    MAIL_FROM: 'no-reply@commonhold.example',
    SANDBOX_BANK: 'allow',
  };
  expect(() => parseConfig(settings)).toThrow(ConfigError);
  expect(parseConfig({ ...settings, ...filled })).toMatchObject({
    isProduction: true,
    dataDir: '/var/lib/commonhold',
  });
  expect(parseEnv(settingsText('/')).DATA_KEYS).not.toBe(settings.DATA_KEYS);
});

test('the unit runs the Node of the installation', () => {
  const unit = unitText(read('deployment/commonhold.service'), '/usr/bin/node');
  expect(unit).toContain('\nExecStart=/usr/bin/node --enable-source-maps dist/server/main.js\n');
  expect(unit).not.toContain('@NODE@');
});

test('an account is found by its whole name', () => {
  const passwd = 'commonhold-old:x:1:2::/:/bin/sh\ncommonhold:x:997:996::/:/bin/sh\n';
  expect(accountOf('commonhold', passwd)).toEqual({ uid: 997, gid: 996 });
  expect(accountOf('common', passwd)).toBeNull();
});
