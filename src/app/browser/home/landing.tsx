import { Link } from '@tanstack/react-router';
import { WaitlistForm } from '#features/waitlist/client/waitlist-form.tsx';
import { DEMO_PATH } from '#kernel/demo.ts';
import { signUpAddress } from '#platform/browser/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { StaticPart } from '../shell/static-part.tsx';
import { heroStreet, howItWorks, whyAndWhat } from './landing-parts.ts';

export function Landing() {
  return (
    <>
      <Hero />
      <StaticPart part={howItWorks} />
      <WaitlistForm variant="mid-page" />
      <StaticPart part={whyAndWhat} />
      <Invitation />
      <WaitlistForm variant="footer" />
    </>
  );
}

function Hero() {
  return (
    <section className="overflow-hidden">
      <div className="page-width pt-14 pb-10 text-center sm:pt-24">
        <h1 tabIndex={-1} className="mx-auto max-w-3xl text-[2.5rem] leading-[1.08] sm:text-6xl">
          Own a share of the buildings around you
        </h1>
        <p className="mx-auto mt-6 max-w-2xl text-lg text-muted sm:text-xl">
          Commonhold divides real buildings into shares. Choose one, own part of it from $100, and receive
          your share of the rent.
        </p>
        <div className="mx-auto mt-9 grid max-w-md gap-3 sm:flex sm:max-w-none sm:flex-wrap sm:justify-center">
          <a href={signUpAddress('/')} className={buttonClass({ size: 'large' })}>
            Start Investing
          </a>
          <Link to="/learn" className={buttonClass({ size: 'large', variant: 'secondary' })}>
            Learn more and test the numbers
          </Link>
          <a href={DEMO_PATH} className={buttonClass({ size: 'large', variant: 'secondary' })}>
            Try Demo Mode
          </a>
        </div>
        <WaitlistForm variant="hero" />
      </div>
      <StaticPart part={heroStreet} className="h-48 sm:h-72 lg:h-88" />
    </section>
  );
}

function Invitation() {
  return (
    <section aria-labelledby="begin" className="page-width pb-16 sm:pb-24">
      <div className="flex flex-col items-start gap-6 rounded-box bg-primary px-6 py-10 text-primary-content dark:bg-positive-soft dark:text-ink sm:flex-row sm:items-center sm:justify-between sm:px-12 sm:py-14">
        <div>
          <h2 id="begin" className="text-3xl">
            Start with one share
          </h2>
          <p className="mt-2 max-w-xl opacity-90">
            Creating an account is free and takes a minute. You decide when to add money, and how much.
          </p>
        </div>
        <a
          href={signUpAddress('/')}
          className="btn btn-lg shrink-0 border-0 bg-primary-content px-6 text-base text-primary hover:opacity-90 dark:bg-primary dark:text-primary-content"
        >
          Start Investing
        </a>
      </div>
    </section>
  );
}
