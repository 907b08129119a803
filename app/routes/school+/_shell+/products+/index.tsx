import { Badge } from '~/components/ui'
import { paths } from '~/http/paths'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { optionsOf } from '~/kit/forms/fields'
import type { ListOf } from '~/kit/pages/list'
import { listLoader } from '~/kit/pages/list.server'
import { listPage } from '~/kit/pages/list-page'
import { formatPaise, typedRupees } from '~/models/core/shared/money'
import { products } from '~/models/money/shop/products.server'

export const handle = pageTitle(() => 'Products')

const exact = (paise: number) => formatPaise(paise, { style: 'exact' })
const stateWords = { active: 'Active', inactive: 'Inactive' }

const list: ListOf<typeof products.list> = {
  path: schoolPaths.products,
  file: { path: schoolPaths.productsFile, name: 'products.csv' },
  noun: 'product',
  may: 'products:view',
  add: { href: schoolPaths.newProduct, may: 'products:edit' },
  search: { label: 'Search', placeholder: 'Name or HSN code' },
  filters: {
    state: { label: 'Status', options: optionsOf(stateWords) },
    stock: { label: 'Stock', options: optionsOf({ low: 'Low in at least one size', out: 'Sold out' }) },
  },
  columns: [
    {
      label: 'Picture',
      only: 'page',
      value: 'thumbnailKey',
      cell: (row) =>
        row.thumbnailKey ? <img src={paths.file(row.thumbnailKey)} alt="" height="48" loading="lazy" /> : '–',
    },
    { label: 'Product', role: 'title', sort: 'name', value: 'name', href: (row) => schoolPaths.product(row.publicId) },
    {
      label: 'Price',
      align: 'end',
      sort: 'price',
      value: (row) => typedRupees(row.pricePaise),
      cell: ({ pricePaise, salePricePaise }) =>
        salePricePaise === null ? (
          exact(pricePaise)
        ) : (
          <>
            {exact(salePricePaise)}
            <br />
            <span className="small soft">instead of {exact(pricePaise)}</span>
          </>
        ),
    },
    {
      label: 'Sale price',
      only: 'file',
      value: (row) => (row.salePricePaise === null ? '' : typedRupees(row.salePricePaise)),
    },
    { label: 'Sizes', align: 'end', value: 'sizes' },
    {
      label: 'Stock',
      align: 'end',
      sort: 'stock',
      value: 'stock',
      href: (row) => schoolPaths.productStock(row.publicId),
    },
    {
      label: 'Low sizes',
      value: 'low',
      cell: ({ stock, low }) =>
        low === null ? '–' : <Badge tone={stock === 0 ? 'bad' : 'warn'}>{stock === 0 ? 'Sold out' : low}</Badge>,
    },
    {
      label: 'Status',
      value: (row) => stateWords[row.isActive ? 'active' : 'inactive'],
      tone: (row) => (row.isActive ? 'good' : 'neutral'),
    },
  ],
}

export const loader = listLoader(list, products.list)

export default listPage(list, {
  context: 'What the school’s store sells.',
  icon: 'store',
  empty: 'Uniforms, books, stationery: what the school sells will be listed here, and students see it in the store.',
})
