import { Building2, HandCoins, Vote } from 'lucide-react';
import { signInAddress } from '#platform/browser/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Kept, keptPart } from '../shell/kept.tsx';

const heroStreet = keptPart('hero-street', async () => (await import('./hero-street.tsx')).HeroStreet);

const facts = [
  { figure: '$100', text: 'minimum share price' },
  { figure: '6-12%', text: 'expected annual returns' },
  { figure: '1.5%', text: 'management fee' },
  { figure: 'Quarterly', text: 'distributions' },
];

const steps = [
  {
    Icon: Building2,
    title: 'Choose a building',
    text: 'Every offering shows its valuation, its yield, what has been sold and what is left. Read it as you would read a house before you buy it.',
  },
  {
    Icon: HandCoins,
    title: 'Buy shares from $100',
    text: 'Add money from your bank and buy as many shares as you like. You see the price, the fee and the total before you confirm.',
  },
  {
    Icon: Vote,
    title: 'Hold it in common',
    text: 'You receive your part of the rent every quarter and vote on what happens to the building, share by share.',
  },
];

export function Landing() {
  return (
    <>
      <section className="overflow-hidden">
        <div className="page-width pt-14 pb-10 text-center sm:pt-24">
          <h1 tabIndex={-1} className="mx-auto max-w-3xl text-[2.5rem] leading-[1.08] sm:text-6xl">
            Own a share of the buildings around you
          </h1>
          <p className="mx-auto mt-6 max-w-2xl text-lg text-muted sm:text-xl">
            Commonhold divides real buildings into shares. Choose one, own a part of it from $100, and receive
            your part of the rent.
          </p>
          <div className="mt-9 flex flex-wrap justify-center gap-3">
            <a href={signInAddress('/')} className={buttonClass({ size: 'large' })}>
              Start Investing
            </a>
            <a href="#how-it-works" className={buttonClass({ size: 'large', variant: 'secondary' })}>
              How it works
            </a>
          </div>
        </div>
        <Kept part={heroStreet} className="h-48 sm:h-72 lg:h-88" />
      </section>
      <FactsStrip />
      <HowItWorks />
      <Invitation />
    </>
  );
}

function FactsStrip() {
  return (
    <section aria-label="Commonhold in figures" className="border-y border-line bg-surface">
      <dl className="page-width grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-4">
        {facts.map(({ figure, text }) => (
          <div key={text} className="flex flex-col-reverse justify-end text-center">
            <dt className="mt-1 text-sm text-muted">{text}</dt>
            <dd className="amount font-serif text-3xl font-medium tracking-tight sm:text-4xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title" className="page-width py-16 sm:py-24">
      <h2 id="how-it-works-title" className="text-3xl sm:text-4xl">
        How it works
      </h2>
      <ol className="mt-10 grid gap-x-10 gap-y-12 md:grid-cols-3">
        {steps.map(({ Icon, title, text }, index) => (
          <li key={title} className="border-t-2 border-brass pt-6">
            <p className="flex items-center justify-between text-brass">
              <span className="font-serif text-2xl" aria-hidden="true">
                {index + 1}
              </span>
              <Icon size={26} strokeWidth={1.5} aria-hidden="true" />
            </p>
            <h3 className="mt-4 text-2xl">{title}</h3>
            <p className="mt-3 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Invitation() {
  return (
    <section className="page-width pb-16 sm:pb-24">
      <div className="flex flex-col items-start gap-6 rounded-box bg-primary px-6 py-10 text-primary-content dark:bg-positive-soft dark:text-ink sm:flex-row sm:items-center sm:justify-between sm:px-12 sm:py-14">
        <div>
          <h2 className="text-3xl">Begin with one share</h2>
          <p className="mt-2 max-w-xl opacity-90">
            Creating an account is free and takes a minute. You decide when to add money, and how much.
          </p>
        </div>
        <a
          href={signInAddress('/')}
          className="btn btn-lg shrink-0 border-0 bg-primary-content px-6 text-base text-primary hover:opacity-90 dark:bg-primary dark:text-primary-content"
        >
          Start Investing
        </a>
      </div>
    </section>
  );
}
