/** Days before and after a sale with a loss in which a purchase replaces the shares. */
export const WASH_SALE_DAYS = 30;
