// Matrix product in float32 with SIMD, in AssemblyScript (https://www.assemblyscript.org/), compiled to `product.wasm`:
// a test compiles it again and compares the bytes; UPDATE_KERNEL=1 makes it write them.

/** Rows and columns of C kept in registers: 8 sums, 2 words of B and 1 of A leave 5 of the 16 of x86-64 free. */
const TILE_ROWS: usize = 4;
const TILE_COLUMNS: usize = 8;

/**
 * C = A × B. Addresses and strides are in bytes; `rows` is a multiple of 4, `columns` of 8. Rows of A may overlap.
 * B is stored in consecutive panels of 8 columns, each row by row, so that it is read sequentially.
 */
export function product(
  a: usize, aStride: usize, rows: usize, inner: usize, b: usize, columns: usize, c: usize, cStride: usize
): void {
  const panelBytes: usize = inner * TILE_COLUMNS * 4;
  for (let column: usize = 0; column < columns; column += TILE_COLUMNS) {
    for (let row: usize = 0; row < rows; row += TILE_ROWS) {
      tile(a + row * aStride, aStride, inner, b, c + row * cStride + column * 4, cStride);
    }
    b += panelBytes;
  }
}

function tile(a: usize, aStride: usize, inner: usize, b: usize, c: usize, cStride: usize): void {
  const a1 = a + aStride;
  const a2 = a1 + aStride;
  const a3 = a2 + aStride;
  let c00 = f32x4.splat(0), c01 = f32x4.splat(0);
  let c10 = f32x4.splat(0), c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0), c21 = f32x4.splat(0);
  let c30 = f32x4.splat(0), c31 = f32x4.splat(0);
  const end: usize = inner * 4;
  for (let k: usize = 0; k < end; k += 4) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    b += 32;
    const s0 = v128.load32_splat(a + k);
    c00 = f32x4.add(c00, f32x4.mul(s0, b0));
    c01 = f32x4.add(c01, f32x4.mul(s0, b1));
    const s1 = v128.load32_splat(a1 + k);
    c10 = f32x4.add(c10, f32x4.mul(s1, b0));
    c11 = f32x4.add(c11, f32x4.mul(s1, b1));
    const s2 = v128.load32_splat(a2 + k);
    c20 = f32x4.add(c20, f32x4.mul(s2, b0));
    c21 = f32x4.add(c21, f32x4.mul(s2, b1));
    const s3 = v128.load32_splat(a3 + k);
    c30 = f32x4.add(c30, f32x4.mul(s3, b0));
    c31 = f32x4.add(c31, f32x4.mul(s3, b1));
  }
  keep(c, c00, c01);
  c += cStride;
  keep(c, c10, c11);
  c += cStride;
  keep(c, c20, c21);
  c += cStride;
  keep(c, c30, c31);
}

@inline
function keep(address: usize, low: v128, high: v128): void {
  v128.store(address, low);
  v128.store(address, high, 16);
}
