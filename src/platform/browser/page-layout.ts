import { useMatch } from '@tanstack/react-router';

/** What the route says its page consists of, for what stands in its place while it loads. */
export const usePageLayout = () => useMatch({ strict: false, select: ({ staticData }) => staticData.layout });
