import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms/select-field'
import { OfficeList } from '~/components/school/office-list'
import { Badge } from '~/components/ui/badge'
import { ButtonLink } from '~/components/ui/button'
import type { Column } from '~/components/ui/data-table'
import { PageHead } from '~/components/ui/page-head'
import { requireStaff } from '~/http/guards.server'
import { listViewOf } from '~/http/list.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { schoolPaths } from '~/http/school-paths'
import { mayStaff } from '~/models/accounts/permissions'
import { formatPaise } from '~/models/shared/money'
import { listProducts, productFilters, productSorts } from '~/models/shop/product-queries.server'

export const handle = pageTitle(() => 'Products')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, role } = await requireStaff(context, request, 'products:view')
  const view = listViewOf(request, { sorts: productSorts, filters: productFilters })
  return { view, mayEdit: mayStaff(role, 'products:edit'), list: await listProducts(scope, view) }
}

type Row = Awaited<ReturnType<typeof loader>>['list']['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'picture',
    label: 'Picture',
    cell: (row) =>
      row.thumbnailKey ? <img src={paths.file(row.thumbnailKey)} alt="" height="48" loading="lazy" /> : '–',
  },
  {
    key: 'name',
    label: 'Product',
    role: 'title',
    sort: 'name',
    cell: (row) => <a href={schoolPaths.product(row.publicId)}>{row.name}</a>,
  },
  { key: 'price', label: 'Price', align: 'end', sort: 'price', cell: priceCell },
  { key: 'sizes', label: 'Sizes', align: 'end', cell: (row) => row.sizes },
  {
    key: 'stock',
    label: 'Stock',
    align: 'end',
    sort: 'stock',
    cell: (row) => <a href={schoolPaths.productStock(row.publicId)}>{row.stock}</a>,
  },
  { key: 'low', label: 'Low', cell: (row) => lowBadge(row) },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => <Badge tone={row.isActive ? 'good' : 'neutral'}>{row.isActive ? 'Active' : 'Inactive'}</Badge>,
  },
]

function priceCell({ pricePaise, salePricePaise }: Row) {
  const price = formatPaise(pricePaise, { style: 'exact' })
  if (salePricePaise === null) return price
  return (
    <>
      {formatPaise(salePricePaise, { style: 'exact' })}
      <br />
      <span className="small soft">instead of {price}</span>
    </>
  )
}

function lowBadge({ stock, low }: Row) {
  if (low === null) return '–'
  return <Badge tone={stock === 0 ? 'bad' : 'warn'}>{stock === 0 ? 'Sold out' : low}</Badge>
}

export default function ProductsPage() {
  const { view, mayEdit, list } = useLoaderData<typeof loader>()
  const add = mayEdit ? (
    <ButtonLink href={schoolPaths.newProduct} variant="next" icon="plus">
      Add product
    </ButtonLink>
  ) : undefined
  return (
    <>
      <PageHead title="Products" context="What the school’s store sells." action={add} />
      <OfficeList
        path={schoolPaths.products}
        filePath={schoolPaths.productsFile}
        view={view}
        list={list}
        noun="product"
        caption="Products"
        columns={columns}
        rowKey={(row) => row.publicId}
        search={{ label: 'Search', placeholder: 'Name or HSN code' }}
        filters={
          <>
            <SelectField
              name="state"
              label="Status"
              placeholder="Any"
              defaultValue={view.filters.state}
              options={[
                { value: 'active', label: 'Active' },
                { value: 'inactive', label: 'Inactive' },
              ]}
            />
            <SelectField
              name="stock"
              label="Stock"
              placeholder="Any"
              defaultValue={view.filters.stock}
              options={[
                { value: 'low', label: 'Low in a size' },
                { value: 'out', label: 'Sold out' },
              ]}
            />
          </>
        }
        empty={{
          icon: 'store',
          title: 'No product yet',
          text: 'Uniforms, books, stationery: what the school sells will be listed here, and students see it in the store.',
          action: add,
        }}
      />
    </>
  )
}
