import type { Page } from 'playwright-core';

/** Lines of ink on the drawn page, and how many dark pixels they have: a page whose characters are missing has next to none. */
export const inkOf = (page: Page): Promise<{ lines: number; pixels: number }> =>
  page.evaluate(() => {
    const canvas = [...document.querySelectorAll('canvas')].find((each) => each.offsetParent !== null && each.width > 0);
    const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    if (!pixels) return { lines: 0, pixels: 0 };
    let lines = 0;
    let total = 0;
    let wasInk = false;
    for (let y = 0; y < pixels.height; y += 1) {
      let row = 0;
      for (let x = 0; x < pixels.width; x += 1) if ((pixels.data[4 * (y * pixels.width + x)] ?? 255) < 128) row += 1;
      const isInk = row > 4;
      if (isInk && !wasInk) lines += 1;
      wasInk = isInk;
      total += row;
    }
    return { lines, pixels: total };
  });
