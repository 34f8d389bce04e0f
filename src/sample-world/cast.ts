import type { OnboardingAnswers } from '#features/onboarding/onboarding.contract.ts';
import type { SimpleForm } from '#features/properties/simple-form.contract.ts';
import { present } from '#kernel/assert.ts';

/** The cast's answers at sign-up; they narrow nothing, so that the market opens with every property. */
export const sampleAnswers: OnboardingAnswers = {
  investmentExperience: 'some',
  riskTolerance: 'moderate',
  investmentGoals: ['Passive income generation', 'Portfolio diversification'],
  monthlyBudget: '1000-2500',
  timeHorizon: '5-10',
  propertyTypes: ['Single Family Homes', 'Commercial Real Estate', 'Industrial Properties'],
  geographicPreferences: [],
  notifications: { email: true, sms: false, push: false },
};

export interface SampleProperty {
  submission: SimpleForm;
  /** Months before the present in which it came to the market; the review takes a few days. */
  monthsAgo: number;
  /** One that failed was approved, and its offering missed its minimum. */
  outcome: 'approved' | 'rejected' | 'pending' | 'failed';
  reason?: string;
}

type ListedProperty = [
  name: string,
  location: string,
  propertyType: SimpleForm['propertyType'],
  subtype: string,
  pricePerShare: string,
  totalShares: number,
  annualYield: string,
  monthsAgo: number,
  description: string,
];

/** Shares that each of them had to sell, 50 to 70% of all, and in how many days. */
const terms: [minimumShares: number, fundingDays: number][] = [
  [2_100, 90],
  [1_800, 90],
  [1_050, 90],
  [2_500, 90],
  [1_440, 90],
  [1_120, 90],
  [900, 90],
  [1_300, 90],
  [990, 90],
  [450, 180],
];

/** The property whose offering still runs. */
export const RUNNING_OFFERING_PROPERTY = 9;

/** The four documented properties and six more; together they yield 7.8% on average. */
const listed: ListedProperty[] = [
  [
    'Sunset Villas',
    'Miami, FL',
    'residential',
    'villa',
    '100.00',
    4200,
    '7.20',
    24,
    'Twelve two-story villas around a shared garden, ten minutes from the beach. Leases run for a year, and the roofs and air conditioning were renewed two years before listing.',
  ],
  [
    'Downtown Lofts',
    'Austin, TX',
    'residential',
    'apartment',
    '100.00',
    3600,
    '8.10',
    24,
    'Eighteen lofts with balconies on five floors above two shops, within walking distance of the river and the university. Tenants are mostly young professionals on twelve-month leases.',
  ],
  [
    'Highland Park Duplex',
    'Denver, CO',
    'residential',
    'duplex',
    '100.00',
    1500,
    '6.50',
    23,
    'A gabled duplex on a quiet street near the park, with two three-bedroom units, a new boiler and a two-car garage.',
  ],
  [
    'Tech Hub Office Space',
    'San Jose, CA',
    'commercial',
    'office',
    '100.00',
    5000,
    '9.20',
    22,
    'Four terraced floors of offices, leased to seven small technology companies for three to five years, with fiber and parking.',
  ],
  [
    'Harbor Logistics Center',
    'Savannah, GA',
    'industrial',
    'warehouse',
    '125.00',
    2400,
    '8.40',
    20,
    'A distribution warehouse with fourteen docks, eight miles from the port. One tenant holds a seven-year lease and pays taxes, insurance and maintenance.',
  ],
  [
    'Maple Street Townhouses',
    'Portland, OR',
    'residential',
    'townhouse',
    '100.00',
    1600,
    '6.10',
    18,
    'Four three-story townhouses with small gardens, built in 2011, close to a light-rail stop.',
  ],
  [
    'Riverside Market Hall',
    'Chicago, IL',
    'commercial',
    'retail',
    '150.00',
    1500,
    '7.40',
    15,
    'A neighborhood market hall on a corner, with a grocer as anchor and eleven stalls. Rent is a base plus a percentage of sales.',
  ],
  [
    'Foundry Yard Workshops',
    'Pittsburgh, PA',
    'industrial',
    'workshop',
    '100.00',
    2600,
    '10.20',
    11,
    'A former foundry divided into twenty-two workshops for makers and small manufacturers, rented month to month, with a waiting list.',
  ],
  [
    'Linden Court Apartments',
    'Raleigh, NC',
    'residential',
    'apartment',
    '100.00',
    1800,
    '7.90',
    7,
    'Two joined brick buildings with twenty-four apartments, renovated kitchens and a laundry room, near two hospitals.',
  ],
  [
    'Copper Ridge Cold Storage',
    'Phoenix, AZ',
    'industrial',
    'cold storage',
    '250.00',
    900,
    '7.00',
    4,
    'A refrigerated warehouse with its own solar roof, leased to a regional food distributor for ten years.',
  ],
];

/** Made-up addresses in their real cities. */
const addresses: Record<
  string,
  [streetAddress: string, zipCode: string, latitude: number, longitude: number]
> = {
  'Sunset Villas': ['2140 Palm Court Lane', '33133', 25.7332, -80.2436],
  'Downtown Lofts': ['418 Waller Creek Way', '78701', 30.2659, -97.7369],
  'Highland Park Duplex': ['3175 Highland Park Place', '80211', 39.7605, -105.0152],
  'Tech Hub Office Space': ['260 Circuit Row', '95113', 37.3336, -121.8907],
  'Harbor Logistics Center': ['75 Dockside Parkway', '31408', 32.1079, -81.1498],
  'Maple Street Townhouses': ['1904 Maple Street', '97214', 45.5121, -122.6447],
  'Riverside Market Hall': ['830 Riverside Market Row', '60607', 41.8757, -87.6456],
  'Foundry Yard Workshops': ['56 Foundry Yard', '15201', 40.4752, -79.9526],
  'Linden Court Apartments': ['1120 Linden Court', '27610', 35.7643, -78.6135],
  'Copper Ridge Cold Storage': ['4700 Copper Ridge Road', '85043', 33.4352, -112.1872],
  'Quarry Lane Storage Units': ['2210 Quarry Lane', '74107', 36.1043, -96.0247],
  'Birchwood Cottages': ['18 Birchwood Shore Road', '05408', 44.5186, -73.2573],
  'Prairie View Greenhouses': ['9350 Prairie View Road', '68122', 41.3334, -96.0463],
};

function addressOf(name: string) {
  const [streetAddress, zipCode, latitude, longitude] = present(addresses[name], `the address of ${name}`);
  return { streetAddress, zipCode, latitude, longitude };
}

function termsOf(index: number) {
  const [minimumShares = 0, fundingDays = 90] = terms[index] ?? [];
  return { minimumShares, fundingDays };
}

export const sampleProperties: readonly SampleProperty[] = [
  ...listed.map(
    (
      [
        name,
        location,
        propertyType,
        subtype,
        pricePerShare,
        totalShares,
        annualYield,
        monthsAgo,
        description,
      ],
      index,
    ): SampleProperty => ({
      submission: {
        ...termsOf(index),
        name,
        location,
        ...addressOf(name),
        propertyType,
        subtype,
        pricePerShare,
        totalShares,
        annualYield,
        description,
        imageUrl: null,
      },
      monthsAgo,
      outcome: 'approved',
    }),
  ),
  {
    submission: {
      name: 'Quarry Lane Storage Units',
      location: 'Tulsa, OK',
      ...addressOf('Quarry Lane Storage Units'),
      propertyType: 'industrial',
      subtype: 'storage',
      pricePerShare: '100.00',
      totalShares: 1200,
      annualYield: '14.50',
      description: 'Ninety self-storage units on the edge of town.',
      imageUrl: null,
    },
    monthsAgo: 3,
    outcome: 'rejected',
    reason:
      'The stated yield is not supported by the rent roll. Please send the last twelve months of receipts.',
  },
  {
    submission: {
      name: 'Birchwood Cottages',
      location: 'Burlington, VT',
      ...addressOf('Birchwood Cottages'),
      propertyType: 'residential',
      subtype: 'cottage',
      pricePerShare: '100.00',
      totalShares: 2100,
      annualYield: '6.80',
      description:
        'Seven year-round cottages by the lake, rented to families and, in part, to vacation guests.',
      imageUrl: null,
    },
    monthsAgo: 0,
    outcome: 'pending',
  },
  {
    submission: {
      name: 'Prairie View Greenhouses',
      location: 'Omaha, NE',
      ...addressOf('Prairie View Greenhouses'),
      propertyType: 'industrial',
      subtype: 'agricultural',
      pricePerShare: '100.00',
      totalShares: 3000,
      annualYield: '9.60',
      description: 'Four acres of heated greenhouses, leased to a grower of herbs and salads.',
      imageUrl: null,
      minimumShares: 1500,
      fundingDays: 45,
    },
    monthsAgo: 5,
    outcome: 'failed',
  },
];

const FIRST_NAMES = [
  'Avery', 'Blake', 'Casey', 'Dana', 'Ellis', 'Finley', 'Gray', 'Harper', 'Indigo', 'Jules',
  'Kai', 'Lane', 'Marlow', 'Noel', 'Oakley', 'Parker', 'Quinn', 'Reese', 'Sage', 'Tatum',
  'Uma', 'Vale', 'Wren', 'Xen', 'Yael', 'Zion', 'Arden', 'Briar', 'Cleo', 'Drew',
  'Emery', 'Frankie', 'Gale', 'Hollis', 'Ira', 'Jamie', 'Kerry', 'Linden', 'Merritt', 'Nico',
] as const; // biome-ignore format: a list of names

/** Forty investors whose addresses can never belong to anyone. */
export const sampleInvestors = FIRST_NAMES.map((firstName, index) => ({
  firstName,
  lastName: 'Sample',
  email: `investor-${String(index + 1).padStart(2, '0')}@commonhold.test`,
}));

/** Those who take part in the sample world, which a first start waits for; the demo is built ahead and has them all. */
export const worldInvestors: readonly { investor: number }[] = sampleInvestors
  .slice(0, 28)
  .map((_, investor) => ({ investor }));

/** Buys nothing but what the sample investor sells. */
export const buyerFromInvestor = present(worldInvestors.at(-1), 'an investor');

/** Owners beside the sample owner account. */
export const sampleOwners = ['Morgan', 'Riley', 'Rowan'].map((firstName, index) => ({
  firstName,
  lastName: 'Sample',
  email: `owner-${index + 2}@commonhold.test`,
}));
