/** Texts that the specification quotes in title case, by where they are; they stay as they are. */
const QUOTED = {
  frame: [
    'Investor Portal, Owner Portal, Admin Portal, Portfolio Dashboard, Log Out, Sign In, Back to Home',
    '404 Page Not Found, Try Demo Mode, Demo Mode Activated, Explore Marketplace, Start Investing',
  ],
  onboarding: [
    'Risk & Goals, Budget & Timeline',
    'Investment Experience, Property Preferences, Notification Preferences, Complete Setup, Onboarding Skipped',
    'View Dashboard, Browse Properties, Single Family Homes, Multi-Family Properties, Commercial Real Estate',
    'Industrial Properties, Retail Spaces, Submit for Review, KYC Application Submitted',
  ],
  investing: [
    'Invest Now, Buy Shares, View Details, Equity Offering, Total Valuation, Annual Yield, Share Price, Cap Rate',
    'Fully Funded, Investment Failed, Investment Successful, Purchase Successful, Invalid Investment',
    'Test Auto-Invest, Recent Auto-Investments, Auto-Investment Triggered, Settings Saved, Save Preferences',
    'Sell My Shares, List for Sale, Invalid Listing, Insufficient Shares, Shares Listed, Vote Recorded',
  ],
  portfolio: [
    'Your Portfolio, Your Investments, Portfolio Value, Properties Owned, Total Shares, Total Invested',
    'Monthly Yield, Monthly Projected Income, Available Cash, Take Action, Mark All Read, Export Started',
    'Invite and Earn, Active Investor, First Investment, Not Invested, Document Center, Tax Forms',
    'Share Certificates, Legal Docs, Tax Summary, Performance Report, Capital Gains Summary, YTD Income',
    'Capital Gains, Total Return, Monthly Statements',
  ],
  owners: [
    'Owner Dashboard, Submit Your Property, Submit a Property, Submit Another Property, Property Submitted',
    'Property Submitted Successfully, Missing Required Documents, Property Deed, Tax Records',
    'Submit Application, Application Submitted, Valuation Complete, Property Details, Documents Upload',
    'Valuation Estimator, Ownership Info, Review and Submit, Property Type, Property Address, ZIP Code',
    'Square Footage',
  ],
  admins: [
    'Platform Analytics, Export Successful, Property Updated, Review Properties, Property Approved',
    'Property Rejected, Waitlist Management, Error Loading Data, Refresh Data, Clear All, Date Joined',
    'Total Signups, With Names, This Week, This Month, No Data, Waitlist Cleared, Entry Deleted',
  ],
  waitlist: [
    'Join Waitlist, Coming Soon, Successfully Added, Early Access, Exclusive Deals, Priority Support',
    'Beta Features, Full Name, Add Another Email, Email Required, Invalid Email, Already Registered',
    'Welcome to the Waitlist',
  ],
};

/** Columns of CSV files, which spreadsheets and scripts read by their names. */
const COLUMNS = [
  'Equity Sold, Total Raised, Equity Raised, Actor Name, Property Name, Legal Name, Name Verified',
  'Percent of All Shares, Shares Offered, Minimum Order',
];

const NAMES = [
  // The product and one of its features.
  'Commonhold, Auto-Invest',
  // Legal documents, which are cited by their titles.
  'Terms of Service, Risk Disclosure, Privacy Notice',
  // Of others: a number, a map, a file format and a day.
  'Social Security, OpenStreetMap, WebP, Mondays',
];

/** All that may be in title case: the longer first, so that each is found before a part of it. */
export const titleCased: readonly string[] = [...Object.values(QUOTED).flat(), ...COLUMNS, ...NAMES]
  .flatMap((line) => line.split(', '))
  .sort((one, two) => two.length - one.length);

const CAPITAL_WITHIN = /(?<=\p{L}{2}[,)]?(?: &)? |\ba )\p{Lu}\p{Ll}/u;
const MAX_LABEL_WORDS = 6;

/** Whether a label has a capital within it that belongs to no listed text. Sentences are no labels: they name screens. */
export function isTitleCased(text: string): boolean {
  if (/[.?]$/.test(text) || text.split(' ').length > MAX_LABEL_WORDS) return false;
  return CAPITAL_WITHIN.test(titleCased.reduce((rest, known) => rest.replaceAll(known, 'known'), text));
}
