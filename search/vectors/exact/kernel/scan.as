// Dot products of int8 rows with a question of 16-bit integers, by SIMD, in AssemblyScript
// (https://www.assemblyscript.org/), compiled to `scan.wasm`: a test compiles it again and compares the bytes;
// UPDATE_KERNEL=1 makes it write them.

/** Rows processed together, so that each load of the question serves all of them. */
const TILE_ROWS: usize = 4;

/**
 * Writes the products of the rows from `rows` to `end`, one 32-bit integer each, starting at `products`. Addresses are in
 * bytes; rows have `rowBytes` components, a multiple of 16, and are processed by fours. No sum may exceed 32 bits.
 */
export function scan(rows: usize, end: usize, rowBytes: usize, question: usize, products: usize): void {
  while (rows < end) {
    const row1 = rows + rowBytes;
    const row2 = row1 + rowBytes;
    const row3 = row2 + rowBytes;
    let sums0 = i32x4.splat(0), sums1 = i32x4.splat(0);
    let sums2 = i32x4.splat(0), sums3 = i32x4.splat(0);
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const low = v128.load(question + 2 * at);
      const high = v128.load(question + 2 * at, 16);
      sums0 = add(sums0, rows + at, low, high);
      sums1 = add(sums1, row1 + at, low, high);
      sums2 = add(sums2, row2 + at, low, high);
      sums3 = add(sums3, row3 + at, low, high);
    }
    store<i32>(products, total(sums0));
    store<i32>(products, total(sums1), 4);
    store<i32>(products, total(sums2), 8);
    store<i32>(products, total(sums3), 12);
    rows += TILE_ROWS * rowBytes;
    products += TILE_ROWS * 4;
  }
}

@inline
function add(sums: v128, address: usize, low: v128, high: v128): v128 {
  const components = v128.load(address);
  const first = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(components), low);
  const second = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(components), high);
  return i32x4.add(sums, i32x4.add(first, second));
}

@inline
function total(sums: v128): i32 {
  const pairs = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1);
  return pairs + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}
