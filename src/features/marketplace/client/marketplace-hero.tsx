const STEPS = [
  { title: 'Choose a property', text: 'Compare price, yield and how much is still available.' },
  {
    title: 'Buy shares',
    text: 'One share is usually enough. You see the fee and the total before you confirm.',
  },
  {
    title: 'Receive your share of the rent',
    text: 'Rent is paid out every quarter, in proportion to your shares.',
  },
];

/** On a phone it is low, so that the search and the first property are in sight below it. */
export function MarketplaceHero() {
  return (
    <section className="border-b border-line bg-secondary/50">
      <div className="page-width grid gap-3 py-4 sm:gap-7 sm:py-14 lg:grid-cols-[1.1fr_1fr] lg:items-center lg:gap-16">
        <div>
          <p className="text-sm font-semibold tracking-wide text-brass uppercase max-sm:hidden">
            Marketplace
          </p>
          <h1 tabIndex={-1} className="text-2xl sm:mt-2 sm:text-5xl">
            Find a property to invest in
          </h1>
          <p className="mt-1 max-w-xl text-sm text-muted sm:mt-4 sm:text-lg">
            Every property here has been reviewed. You see what it costs, what it earns and how much of it is
            already owned by others.
          </p>
        </div>
        <div>
          <h2 className="text-xl max-sm:sr-only">How it works</h2>
          <ol className="grid grid-cols-3 gap-2 sm:mt-4 sm:grid-cols-1 sm:gap-4">
            {STEPS.map((step, index) => (
              <li key={step.title} className="flex gap-1.5 sm:gap-4">
                <span
                  aria-hidden="true"
                  className="shrink-0 font-serif font-semibold text-brass max-sm:text-sm sm:grid sm:size-9 sm:place-items-center sm:rounded-full sm:border sm:border-brass/40"
                >
                  {index + 1}
                </span>
                <span>
                  <span className="block text-sm font-semibold sm:text-base">{step.title}</span>
                  <span className="hidden text-muted sm:block">{step.text}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
