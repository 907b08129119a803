import { receiveFile } from '~/models/core/files/receive-file.server'
import { cancelOrderByOffice } from '~/models/money/shop/orders/cancel-order.server'
import { packOrder } from '~/models/money/shop/orders/fulfil-order.server'
import { productPictureRule, savePictures } from '~/models/money/shop/pictures.server'
import { adjustStock } from '~/models/money/shop/stock.server'
import { findStoreSettings, saveStoreSettings } from '~/models/money/shop/store-settings.server'
import { unique } from './insert'
import { picture } from './pictures'
import { readRows } from './read'
import type { MadeStaff } from './school'
import { makeOrder, payOrder } from './shop'
import { handOver } from './shop-office'
import type { MadeStudent } from './student'

// Outlines on a 24 by 24 grid, like the icons of the app.
const outlines = {
  shirt: 'M8 4l4 2 4-2 5 4-3 4-2-1v10H8V11l-2 1-3-4z',
  trousers: 'M7 3h10l1 18h-5l-1-11-1 11H6z',
  socks: 'M5 3h5v9l-3 5a2.5 2.5 0 0 1-4-3l2-3zM5 6h5M14 3h5v9l-3 5a2.5 2.5 0 0 1-4-3l2-3zM14 6h5',
  belt: 'M2 9h11v6H2l-1.5-3zM13 7.5h7v9h-7zM13 12h9M4 12h.1M7 12h.1M10 12h.1',
  box: 'M4 8h16v11H4zM4 8l2-3h12l2 3M10 12h4',
  book: 'M5 4h13v16H5zM8 4v16M11 8h4M11 11h4',
}

const drawings: ReadonlyArray<[name: RegExp, outline: keyof typeof outlines, ground: string]> = [
  [/trousers/i, 'trousers', '#3c5a8a'],
  [/socks/i, 'socks', '#3c5a8a'],
  [/belt/i, 'belt', '#5a4a3c'],
  [/notebook|diary|atlas/i, 'book', '#8a5a3c'],
  [/box|bag/i, 'box', '#3c7a5a'],
  [/./, 'shirt', '#6a4a8a'],
]

async function draw(name: string): Promise<Uint8Array> {
  const [, outline, ground] = drawings.find(([fits]) => fits.test(name)) ?? [/./, 'shirt' as const, '#6a4a8a']
  const lines = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="360" viewBox="-4 -4 32 32">
    <path d="${outlines[outline]}" fill="none" stroke="#ffffff" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"/></svg>`
  return picture(360, 360, ground)
    .composite([{ input: Buffer.from(lines) }])
    .png()
    .toBuffer()
}

/**
 * Creates the office's work in the demo store: product pictures, a tax number, stock received and lost, and orders of
 * classmates packed, handed over and cancelled with a refund.
 */
export async function makeDemoStoreOffice(
  office: Pick<MadeStaff, 'scope'>,
  school: { id: number },
  classmates: readonly MadeStudent[],
): Promise<void> {
  const { scope } = office
  const { version, ...settings } = await findStoreSettings(scope)
  await saveStoreSettings(scope, version, { ...settings, gstin: '24AAACC1206D1ZM' })
  const products = await readRows<{ publicId: string; name: string; variantId: string; pricePaise: number }>(
    `SELECT p.public_id AS publicId, p.name, COALESCE(p.sale_price_paise, p.price_paise) AS pricePaise,
       (SELECT v.public_id FROM product_variants v WHERE v.product_id = p.id ORDER BY v.stock DESC LIMIT 1) AS variantId
     FROM products p WHERE p.school_id = :id ORDER BY p.id`,
    { id: school.id },
  )
  for (const { publicId, name } of products) {
    const file = { name: `${name}.png`, bytes: await draw(name), studentId: null }
    const received = await receiveFile(scope, productPictureRule, file)
    if (!received.ok) throw new Error(received.reason)
    await savePictures(scope, publicId, 1, { order: [], removed: [], fresh: [received.value.key] })
  }
  const [first, second, third, fourth] = products
  const [one, two, three, four] = classmates
  if (!first || !second || !third || !fourth || !one || !two || !three || !four) throw new Error('Too little to sell')
  const stock = (changeBy: number, reason: string) =>
    adjustStock(scope, third.publicId, { variantId: third.variantId, changeBy, reason, formKey: unique() })
  await stock(40, 'Gandhi Uniforms, bill 1182')
  await stock(-2, 'Torn in the carton')
  const line = ({ variantId, pricePaise }: typeof first, quantity = 1) => ({
    variantId,
    quantity,
    unitPricePaise: pricePaise,
  })
  const packed = await makeOrder(one, [line(first, 2), line(second)])
  await packOrder(scope, packed.orderId)
  const handed = await makeOrder(two, [line(third), line(fourth)])
  await packOrder(scope, handed.orderId)
  await handOver(office, two, handed.orderId, third.pricePaise + fourth.pricePaise)
  const refunded = await makeOrder(three, [line(second)])
  await payOrder(office, refunded, second.pricePaise)
  await cancelOrderByOffice(scope, refunded.orderId, {
    reason: 'Does not fit, and there is no larger size',
    givenPaise: second.pricePaise,
    givenBy: 'cash',
    givenReference: 'To the father',
  })
  const paid = await makeOrder(four, [line(first)])
  await payOrder(office, paid, first.pricePaise)
}
