/** The two widths that screens are tested at; each is a project, and a test may open pages of the other one. */
export const devices = {
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

export type Device = keyof typeof devices;
