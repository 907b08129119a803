import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireStaff } from '~/http/guards.server'
import { csvOfList, listViewOf } from '~/http/list.server'
import { typedRupees } from '~/models/shared/money'
import { listProducts, type ProductRow, productFilters, productSorts } from '~/models/shop/product-queries.server'

/** The filtered list of products for a spreadsheet. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope } = await requireStaff(context, request, 'products:view')
  const view = listViewOf(request, { sorts: productSorts, filters: productFilters })
  return csvOfList<ProductRow>(
    'products.csv',
    [
      { label: 'Product', value: (row) => row.name },
      { label: 'Price', value: (row) => typedRupees(row.pricePaise) },
      { label: 'Sale price', value: (row) => (row.salePricePaise === null ? '' : typedRupees(row.salePricePaise)) },
      { label: 'Sizes', value: (row) => row.sizes },
      { label: 'Stock', value: (row) => row.stock },
      { label: 'Low sizes', value: (row) => row.low },
      { label: 'Status', value: (row) => (row.isActive ? 'Active' : 'Inactive') },
    ],
    (place) => listProducts(scope, { ...view, ...place }),
  )
}
