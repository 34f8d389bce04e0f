/** The product's name in texts for people. */
export const PRODUCT_NAME = 'Commonhold';
