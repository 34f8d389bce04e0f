import { type ReactNode, useEffect, useRef } from 'react';
import { DistributionsPanel, ReportFilesCard } from '#features/distributions/client/index.ts';
import { DocumentsPanel } from '#features/documents/client/index.ts';
import { GovernancePanel } from '#features/governance/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { TradingPanel } from '#features/resale/client/index.ts';
import { ValuePanel } from '#features/valuations/client/index.ts';
import { Tabs } from '#ui/tabs.tsx';
import { PropertyOverview } from './property-overview.tsx';
import { PROPERTY_TABS, type PropertyTab } from './property-search.ts';

const titles: Record<PropertyTab, string> = {
  overview: 'Overview',
  value: 'Value',
  distributions: 'Distributions',
  documents: 'Documents',
  governance: 'Governance',
  trading: 'Trading',
};

interface PropertyTabsProps {
  property: PropertyDetail;
  selected: PropertyTab;
  onSelect: (tab: PropertyTab) => void;
}

/** Everything about a property beside its offering; only the open tab's data is asked for. */
export function PropertyTabs({ property, selected, onSelect }: PropertyTabsProps) {
  const { id, viewerShares } = property;
  const place = useRef<HTMLDivElement>(null);
  // A link that names a tab leads to its content, not to the picture above.
  const linked = useRef(selected !== 'overview');
  useEffect(() => {
    if (!linked.current) return undefined;
    const scroll = () => place.current?.scrollIntoView({ block: 'start' });
    scroll();
    // Where the page is known already, the router goes to its top after this effect, or to where it was left.
    const frame = requestAnimationFrame(() => {
      if (window.scrollY === 0) scroll();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const content: Record<PropertyTab, () => ReactNode> = {
    overview: () => <PropertyOverview property={property} />,
    value: () => <ValuePanel propertyId={id} />,
    distributions: () => (
      <DistributionsPanel
        propertyId={id}
        viewerShares={viewerShares}
        isSoldOut={property.availableShares === 0}
      />
    ),
    documents: () => (
      <div className="loads-in-order grid gap-5">
        <DocumentsPanel propertyId={id} />
        <ReportFilesCard propertyId={id} />
      </div>
    ),
    governance: () => <GovernancePanel propertyId={id} />,
    trading: () => <TradingPanel propertyId={id} />,
  };
  return (
    // While a tab loads, as high as the screen, so that the page does not scroll by itself. Then a short tab at the top
    // of a wide screen leaves the footer at its bottom.
    <div
      ref={place}
      className="loads-before-footer mt-10 min-h-[calc(100dvh-23.5rem)] scroll-mt-20 has-[.animate-pulse]:min-h-dvh"
    >
      <Tabs
        label="About this property"
        selected={selected}
        onSelect={(tab) => onSelect(tab as PropertyTab)}
        tabs={PROPERTY_TABS.map((tab) => ({
          id: tab,
          title: titles[tab],
          content: tab === selected ? content[tab]() : null,
        }))}
      />
    </div>
  );
}
