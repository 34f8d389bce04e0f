import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { obstacleWays } from '#features/own-data/own-data.rules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
const hops = [...page.matchAll(/`([\w./-]+\.tsx?):(\w+)`/g)].map(([, file = '', name = '']) => ({
  file,
  name,
}));

test('the paths in architecture.md name functions that are there', () => {
  expect(hops.length).toBeGreaterThan(50);
  const missing = hops.filter(({ file, name }) => {
    const place = path.join(root, 'src', file);
    if (!existsSync(place)) return true;
    return !new RegExp(`(function|const) ${name}\\b`).test(readFileSync(place, 'utf8'));
  });
  expect(missing).toEqual([]);
});

test('the page for operators names the pages of admins, and none that is not there', () => {
  const operators = readFileSync(path.join(root, 'docs/operators.md'), 'utf8');
  const named = [...operators.matchAll(/`\/(admin-[a-z-]+)`/g)].map(([, name = '']) => name);
  const pages = readdirSync(path.join(root, 'src/app/browser/routes'))
    .filter((file) => /^admin-[a-z-]+(\.index)?\.tsx$/.test(file))
    .map((file) => file.replace(/\..*/, ''))
    // An address of before, which leads on to another page.
    .filter((page) => page !== 'admin-people');
  expect([...new Set(named)].sort()).toEqual(pages.sort());
});

const routes = readdirSync(path.join(root, 'src/app/browser/routes'))
  .map((file) =>
    file
      .replace(/\.tsx$/, '')
      .replace(/\.index$/, '')
      .replaceAll('_.', '.'),
  )
  .map((name) => new RegExp(`^/${name.replace(/\$\w+/g, '[^/?]+').replaceAll('.', '/')}$`));
const isRoute = (pathname: string) => routes.some((route) => route.test(pathname));

test('every place where an obstacle to closing an account can be ended is a route', () => {
  const places = Object.values(obstacleWays).map(({ path: place }) => place);
  expect(places.filter((place) => !isRoute(place))).toEqual([]);
});

test('every place that a notification leads to is a route', () => {
  const features = path.join(root, 'src/features');
  const links = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(path.join(features, file), 'utf8').matchAll(/actionUrl: (.*[^;])$/gm)].flatMap(
        ([, value = '']) =>
          [...value.matchAll(/['`](\/[^'`]*)['`]/g)].map(([, address = '']) => ({ file, address })),
      ),
    );
  expect(links.length).toBeGreaterThan(40);
  const leadNowhere = links.filter(({ address }) => {
    const pathname = address
      .replace(/\$\{tab\}$/, '')
      .replace(/\$\{[^}]+\}/g, '1')
      .replace(/\?.*$/, '');
    return !isRoute(pathname);
  });
  expect(leadNowhere).toEqual([]);
});
