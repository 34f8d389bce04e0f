import { randomUUID } from 'node:crypto';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser } from '../support/actors.ts';
import { type Answer, testClient } from '../support/server.ts';

/** A request that may be sent again and again under its key. */
export interface Request {
  key: string;
  path: '/api/investments' | '/api/wallet/deposits';
  body: unknown;
  secret: string;
  /** The answer, when one came. */
  answer?: Answer;
}

export interface Scene {
  propertyId: number;
  /** Secrets of people with money. */
  secrets: string[];
}

const CONCURRENT_PEOPLE = 6;
/** Many more than work at a time: a crash leaves deposits pending for up to a minute, and ten are the limit per person. */
const PEOPLE = 5 * CONCURRENT_PEOPLE;
const REQUESTS_PER_DEPOSIT = 6;

/** Creates people with money and tokens, and a property with many shares. */
export async function setScene(platform: Platform): Promise<Scene> {
  const admin = await anAdmin(platform);
  const { id } = await anApprovedProperty(platform, { shares: 1_000_000, price: 100, admin, owner: admin });
  const secrets: string[] = [];
  for (let many = 0; many < PEOPLE; many += 1) {
    const person = await aUser(platform, { cash: 9_000_000 });
    const token = { name: 'load', scope: 'write' as const, expiresInDays: null };
    secrets.push((await api(person).identity.createToken(token)).secret);
  }
  return { propertyId: id, secrets };
}

/** A purchase or, now and then, a deposit. */
function requestOf({ propertyId }: Scene, secret: string, many: number): Request {
  return {
    key: randomUUID(),
    secret,
    ...(many % REQUESTS_PER_DEPOSIT === 2
      ? { path: '/api/wallet/deposits', body: { amount: '1.00' } }
      : { path: '/api/investments', body: { propertyId, shares: 1 + (many % 4) } }),
  };
}

/** A request of one of the people, who take turns. */
export function newRequest(scene: Scene, many: number): Request {
  return requestOf(scene, scene.secrets[many % scene.secrets.length] as string, many);
}

export function send(url: string, { key, path, body, secret }: Request): Promise<Answer> {
  const client = testClient(url, { authorization: `Bearer ${secret}` });
  return client.post(path, body, { 'idempotency-key': key });
}

/**
 * Lets some of the people buy and deposit until `enough` requests are acknowledged, then calls `strike`.
 */
export async function underLoad(
  url: string,
  scene: Scene,
  enough: number,
  strike: () => Promise<void>,
): Promise<Request[]> {
  const requests: Request[] = [];
  let acknowledged = 0;
  let struck: Promise<void> | null = null;
  const work = async (secret: string) => {
    for (let many = 0; struck === null; many += 1) {
      const request = requestOf(scene, secret, many);
      requests.push(request);
      const answer = await send(url, request).catch(() => null);
      if (answer === null) continue;
      request.answer = answer;
      acknowledged += 1;
      if (acknowledged >= enough) struck ??= strike();
    }
  };
  const atWork = scene.secrets.splice(0, CONCURRENT_PEOPLE);
  scene.secrets.push(...atWork);
  await Promise.all(atWork.flatMap((secret) => [work(secret), work(secret)]));
  await struck;
  return requests;
}
