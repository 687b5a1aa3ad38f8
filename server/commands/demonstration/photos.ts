import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

export interface DemonstrationFile {
  sha256: string;
  bytes: Buffer;
}

const WIDTH = 640;
const HEIGHT = 480;

type Colour = readonly [red: number, green: number, blue: number];
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: Colour;
}

const box = (x: number, y: number, width: number, height: number, colour: Colour): Box => ({ x, y, width, height, colour });
const white: Colour = [244, 246, 247];
const grey: Colour = [150, 160, 168];
const yellow: Colour = [236, 190, 44];
const red: Colour = [196, 62, 52];
const blue: Colour = [54, 112, 176];
const green: Colour = [72, 150, 96];
const dark: Colour = [48, 56, 64];

/** Plain pictures of things in a ward; drawn here, since photographs of a real ward would show what must not be shown. */
const scenes: readonly { wall: Colour; boxes: readonly Box[] }[] = [
  // A waste bin with a sharps container beside it.
  { wall: [206, 222, 226], boxes: [box(170, 190, 150, 220, yellow), box(160, 170, 170, 28, dark), box(390, 270, 110, 140, yellow), box(400, 250, 90, 24, red), box(205, 270, 80, 60, white)] },
  // A cabinet with bottles on its shelves.
  { wall: [226, 220, 208], boxes: [box(110, 70, 420, 350, white), box(110, 180, 420, 8, grey), box(110, 300, 420, 8, grey), ...[0, 1, 2, 3, 4, 5].map((n) => box(140 + n * 62, 110, 36, 70, n % 2 === 0 ? blue : green)), ...[0, 1, 2, 3].map((n) => box(150 + n * 90, 236, 50, 64, n === 2 ? red : white)), box(290, 330, 60, 70, grey)] },
  // A monitor on a stand.
  { wall: [214, 226, 214], boxes: [box(190, 90, 260, 190, dark), box(206, 106, 228, 130, [20, 44, 30]), box(220, 160, 200, 4, [90, 220, 120]), box(220, 190, 200, 4, [230, 210, 80]), box(310, 280, 20, 110, grey), box(250, 390, 140, 20, grey)] },
  // A register lying on a table.
  { wall: [230, 226, 222], boxes: [box(0, 300, 640, 180, [168, 132, 96]), box(180, 210, 300, 190, white), box(328, 210, 4, 190, grey), ...[0, 1, 2, 3, 4, 5].map((n) => box(200, 236 + n * 24, 112, 3, grey)), ...[0, 1, 2, 3].map((n) => box(348, 236 + n * 24, 112, 3, grey)), box(430, 380, 90, 10, blue)] },
  // A door with a warning sign and a lamp.
  { wall: [198, 208, 216], boxes: [box(210, 90, 220, 390, [120, 140, 152]), box(270, 170, 100, 90, yellow), box(300, 195, 40, 40, dark), box(280, 40, 80, 34, red), box(400, 290, 14, 50, dark)] },
  // A refrigerator with its thermometer.
  { wall: [220, 214, 226], boxes: [box(200, 50, 240, 380, white), box(200, 180, 240, 5, grey), box(416, 90, 10, 70, grey), box(416, 210, 10, 120, grey), box(270, 90, 90, 46, dark), box(282, 102, 66, 22, [120, 220, 160])] },
];

/** A name drawn with a finger, as strokes on white. */
export function drawSignature(): DemonstrationFile {
  const strokes = Array.from({ length: 240 }, (_, step) => {
    const x = 120 + step * 1.6;
    const y = 230 + Math.sin(step / 11) * 60 + Math.sin(step / 4) * 22;
    return box(Math.round(x), Math.round(y), 6, 6, [24, 32, 40]);
  });
  return named(encodePng(white, strokes, false));
}

/** Real PNG images, the same at each run. */
export const drawPhotos = (): DemonstrationFile[] =>
  scenes.map((scene) => named(encodePng(scene.wall, scene.boxes)));

const named = (bytes: Buffer): DemonstrationFile => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') });

/** PNG (ISO/IEC 15948): eight bits for each of red, green and blue, rows unfiltered. */
function encodePng(wall: Colour, boxes: readonly Box[], isRoom = true): Buffer {
  const stride = 1 + WIDTH * 3;
  const pixels = Buffer.alloc(stride * HEIGHT);
  const paint = ({ x, y, width, height, colour }: Box): void => {
    for (let row = y; row < Math.min(y + height, HEIGHT); row += 1) {
      // Darker towards the floor, as a lamp at the ceiling would have it.
      const light = isRoom ? 1 - (row / HEIGHT) * 0.25 : 1;
      for (let column = x; column < Math.min(x + width, WIDTH); column += 1) {
        for (const [channel, value] of colour.entries()) pixels[row * stride + 1 + column * 3 + channel] = Math.round(value * light);
      }
    }
  };
  paint(box(0, 0, WIDTH, HEIGHT, wall));
  if (isRoom) paint(box(0, 430, WIDTH, 50, [134, 138, 140]));
  for (const each of boxes) paint(each);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
