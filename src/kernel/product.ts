/** The product's name, wherever the specifications' copy says "the product". */
export const PRODUCT_NAME = 'Commonhold';
