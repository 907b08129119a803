import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'
import { staffPassword } from '../security/world'

const product = () => ({
  intent: 'save',
  name: `Product ${randomUUID()}`,
  price: '120',
  tax_rate: '500',
  low_stock_at: '5',
  is_active: 'on',
  'variants[0].id': '',
  'variants[0].label': '',
  'variants[0].stock': '4',
})

export const shopOfficePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/products+/index': { get: 'products:view' },
  'routes/school+/_shell+/products+/index[.]csv': { get: 'products:view' },
  'routes/school+/_shell+/products+/new': {
    get: 'products:edit',
    post: 'products:edit',
    body: () => ({ ...product(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/products+/$id.index': { get: 'products:view', ids: (things) => [things.shopOffice.product] },
  'routes/school+/_shell+/products+/$id.edit': {
    get: 'products:edit',
    post: 'products:edit',
    ids: (things) => [things.shopOffice.product],
    body: (things) => ({ ...product(), version: '1', 'variants[0].id': things.shopOffice.variant }),
  },
  'routes/school+/_shell+/products+/$id.delete': {
    get: 'products:edit',
    post: 'products:edit',
    ids: (things) => [things.shopOffice.spareProduct],
    body: () => ({ intent: 'deactivate' }),
  },
  'routes/school+/_shell+/products+/$id.stock': {
    get: 'products:view',
    post: 'products:edit',
    ids: (things) => [things.shopOffice.product],
    body: (things) => ({
      form_key: randomUUID(),
      version: '0',
      variant: things.shopOffice.variant,
      what: 'received',
      quantity: '1',
      reason: '',
    }),
  },
  'routes/school+/_shell+/products+/$id.pictures': {
    get: 'products:edit',
    post: 'products:edit',
    ids: (things) => [things.shopOffice.product],
    body: () => ({ version: '1' }),
  },
  'routes/school+/_shell+/orders+/index': { get: 'orders:view' },
  'routes/school+/_shell+/orders+/index[.]csv': { get: 'orders:view' },
  'routes/school+/_shell+/orders+/packing-slips[.]pdf': { get: 'orders:view' },
  'routes/school+/_shell+/orders+/$id.index': { get: 'orders:view', ids: (things) => [things.shopOffice.orderDone] },
  'routes/school+/_shell+/orders+/$id.packing': {
    get: 'orders:handle',
    post: 'orders:handle',
    ids: (things) => [things.shopOffice.orderToPack],
    body: () => ({}),
  },
  'routes/school+/_shell+/orders+/$id.handover': {
    get: 'orders:handle',
    post: 'orders:handle',
    ids: (things) => [things.shopOffice.orderToHandOver],
    body: () => ({ form_key: randomUUID(), to: 'The mother', amount_paise: '25000', method: 'cash' }),
  },
  'routes/school+/_shell+/orders+/$id.cancellation': {
    get: 'orders:handle',
    post: 'orders:handle',
    ids: (things) => [things.shopOffice.orderToCancel],
    body: () => ({ reason: 'Not made any more', given_paise: '0', password: staffPassword }),
  },
  'routes/school+/_shell+/orders+/$id.invoice[.]pdf': {
    get: 'orders:view',
    ids: (things) => [things.shopOffice.orderDone],
  },
  'routes/school+/_shell+/orders+/$id.packing-slip[.]pdf': {
    get: 'orders:view',
    ids: (things) => [things.shopOffice.orderDone],
  },
  'routes/school+/_shell+/settings+/store': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ version: '0', collect_note: 'Room 3, at noon', cod_allowed: 'on', gstin: '24AAACC1206D1ZM' }),
  },
}
