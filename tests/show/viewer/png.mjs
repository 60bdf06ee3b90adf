// Pictures: as pixels, as small files, and how far two of them are apart.
import { deflateSync, inflateSync, crc32 } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// {width, height, rgb}: three bytes for each pixel. Knows what browsers and encode() write: 8 bits
// for each of RGB, RGBA or a palette, not interlaced.
export function decode(file) {
  if (!file.subarray(0, 8).equals(signature)) throw new Error("no PNG");
  let width = 0;
  let height = 0;
  let channels = 0;
  let palette;
  const packed = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const kind = file.toString("latin1", at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      channels = { 2: 3, 3: 1, 6: 4 }[data[9]];
      if (data[8] !== 8 || !channels || data[12] !== 0) throw new Error("this kind of PNG is not known here");
    } else if (kind === "PLTE") palette = data;
    else if (kind === "IDAT") packed.push(data);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(packed));
  const stride = width * channels;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const to = y * stride + i;
      const a = i >= channels ? lines[to - channels] : 0;
      const b = y > 0 ? lines[to - stride] : 0;
      const c = i >= channels && y > 0 ? lines[to - stride - channels] : 0;
      const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
      const guess = [0, a, b, (a + b) >> 1, pa <= pb && pa <= pc ? a : pb <= pc ? b : c][filter];
      lines[to] = raw[y * (stride + 1) + 1 + i] + guess;
    }
  }
  const rgb = Buffer.alloc(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    if (palette) palette.copy(rgb, 3 * i, 3 * lines[i], 3 * lines[i] + 3);
    else lines.copy(rgb, 3 * i, channels * i, channels * i + 3);
  }
  return { width, height, rgb };
}

function chunk(kind, data) {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(kind, 4, "latin1");
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, out.length - 4)), out.length - 4);
  return out;
}

// A PNG with the 256 most frequent colours; all others become the nearest of these.
export function encode({ width, height, rgb }) {
  const counts = new Map();
  const at = (i) => rgb.readUIntBE(3 * i, 3);
  for (let i = 0; i < width * height; i++) counts.set(at(i), (counts.get(at(i)) ?? 0) + 1);
  const chosen = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 256).map(([colour]) => colour);
  const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const known = new Map(chosen.map((colour, i) => [colour, i]));
  const number = (colour) => {
    let found = known.get(colour);
    if (found === undefined) {
      const [r, g, b] = parts(colour);
      let best = Infinity;
      chosen.forEach((one, i) => {
        const [x, y, z] = parts(one);
        const far = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2;
        if (far < best) [best, found] = [far, i];
      });
      known.set(colour, found);
    }
    return found;
  };
  const raw = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) raw[y * (width + 1) + 1 + x] = number(at(y * width + x));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature, chunk("IHDR", header), chunk("PLTE", Buffer.from(chosen.flatMap(parts))),
    chunk("IDAT", deflateSync(raw, { level: 9 })), chunk("IEND", Buffer.alloc(0)),
  ]);
}

// The share of blocks of 8 x 8 pixels whose mean colours are apart by more than 1/8 of the way from
// black to white. Letters of another shape change few blocks by so much; what stands elsewhere,
// or in another colour, changes many.
export function distance(a, b) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  const side = 8;
  let blocks = 0;
  let apart = 0;
  for (let top = 0; top < a.height; top += side) {
    for (let left = 0; left < a.width; left += side) {
      const sums = [0, 0, 0];
      let pixels = 0;
      for (let y = top; y < Math.min(top + side, a.height); y++) {
        for (let x = left; x < Math.min(left + side, a.width); x++) {
          const i = 3 * (y * a.width + x);
          for (let c = 0; c < 3; c++) sums[c] += a.rgb[i + c] - b.rgb[i + c];
          pixels++;
        }
      }
      blocks++;
      if (sums.some((sum) => Math.abs(sum) / pixels > 32)) apart++;
    }
  }
  return apart / blocks;
}
