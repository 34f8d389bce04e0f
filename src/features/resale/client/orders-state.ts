/** Which of one's own orders are shown. */
export type OrdersState = 'open' | 'closed';

/** The part of an address that says so; open ones need no word. */
export interface OrdersSearch {
  orders?: 'closed';
}

export const readOrdersSearch = ({ orders }: Record<string, unknown>): OrdersSearch =>
  orders === 'closed' ? { orders } : {};
