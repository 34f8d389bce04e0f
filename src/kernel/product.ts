/** The product's name, wherever the specifications' copy says "the product" (S-14). */
export const PRODUCT_NAME = 'Commonhold';
