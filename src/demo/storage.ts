import { DEMO_COOKIE, type DemoPerson, demoPeople } from '#kernel/demo.ts';
import { newId } from '#kernel/ids.ts';
import { clearStored } from '#platform/browser/session-store.ts';
import { STORED_AS, UPLOADS_STORED_AS } from './storage-name.ts';

/** The documented flag. */
const FLAG = 'demoMode';
const PERSON = 'commonhold.demo.person';
const BANNER = 'commonhold.demo.banner';
/** Distinguishes one demo of this browser from the next one. */
const WORLD = 'commonhold.demo.world';
const SHOWN = 'commonhold.demo.shown';
const RECORDS =
  /^(properties|userProfile|userPurchases|resaleListings|distributions|watchlist|referrals|autoInvestSettings|autoInvestMatches|kycStatus|kycData|monthlyStatements|capitalGains|performanceMetrics|documents|ownerPortfolio|adminAnalytics|ownerIntakeWizard|governance_\d+)$/;
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

export const isActive = () => localStorage.getItem(FLAG) === 'true';

const ofDemoPerson = (key: string) => Object.values(demoPeople).some(({ id }) => key.endsWith(`.${id}`));

/** Each tab has its own person, so that two can be watched side by side. */
export function currentPerson(): DemoPerson {
  const stored = sessionStorage.getItem(PERSON) ?? '';
  return Object.hasOwn(demoPeople, stored) ? (stored as DemoPerson) : 'investor';
}

export const becomePerson = (person: DemoPerson) => sessionStorage.setItem(PERSON, person);

export const currentWorld = () => localStorage.getItem(WORLD);

export const readShown = () => sessionStorage.getItem(SHOWN);

/** If the storage is full, the next page shows figures only when the database answers. */
export function storeShown(text: string | null): void {
  sessionStorage.removeItem(SHOWN);
  try {
    if (text !== null) sessionStorage.setItem(SHOWN, text);
  } catch (error) {
    console.warn(error);
  }
}

/** The cookie by which the server knows that this browser wants the demo's pages. */
function setCookie(seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${DEMO_COOKIE}=1; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

export function storeRecords(records: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(records)) localStorage.setItem(key, JSON.stringify(value));
}

/** Fills the browser's storage; a demo that is under way continues as it is. */
export async function activate(records: Record<string, unknown>): Promise<void> {
  if (!isActive()) {
    await clear();
    storeRecords(records);
    localStorage.setItem(WORLD, newId());
    localStorage.setItem(FLAG, 'true');
  }
  setCookie(COOKIE_SECONDS);
}

/** Lets the server give this browser the product's pages again. */
export const clearCookie = () => setCookie(0);

/** Removes everything that the demo has stored in this browser; the database last, which must already be closed. */
export async function clear(): Promise<void> {
  clearCookie();
  clearStored();
  sessionStorage.removeItem(PERSON);
  storeShown(null);
  for (const key of Object.keys(localStorage)) {
    if (key === FLAG || key === BANNER || key === WORLD || RECORDS.test(key) || ofDemoPerson(key)) {
      localStorage.removeItem(key);
    }
  }
  await deleteDatabase(UPLOADS_STORED_AS);
  await deleteDatabase(STORED_AS);
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(deletion.error);
  });
}

export const isBannerDismissed = () => localStorage.getItem(BANNER) === 'dismissed';
export const dismissBanner = () => localStorage.setItem(BANNER, 'dismissed');
