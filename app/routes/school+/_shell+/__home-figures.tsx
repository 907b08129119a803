import { BarChart } from '~/components/charts/bar-chart'
import { Card, DataTable, LoneLink } from '~/components/ui'
import type { figuresOf } from './__home-figures.server'

export function HomeFigures({ charts, ages }: Pick<ReturnType<typeof figuresOf>, 'charts' | 'ages'>) {
  if (charts.length + ages.length === 0) return null
  return (
    <div className="cols figures">
      {charts.map(({ title, href, each, geometry, data, table }) => (
        <Card key={title} title={title} aside={<LoneLink href={href} aria-label={`${title}: the list`} label="List" />}>
          <BarChart
            label={`${title} by ${each}, this year and the year before; the table below has the numbers.`}
            geometry={geometry}
            data={data}
          />
          <details>
            <summary>Numbers</summary>
            <DataTable
              caption={`${title} by ${each}`}
              rows={table}
              rowKey={(row) => row.time}
              columns={[
                { label: each === 'month' ? 'Month' : 'Day', role: 'title', cell: (row) => row.time },
                { label: 'This year', align: 'end', cell: (row) => row.now },
                { label: 'Last year', align: 'end', cell: (row) => row.before },
              ]}
            />
          </details>
        </Card>
      ))}
      {ages.length > 0 ? (
        <Card title="Overdue by age">
          <DataTable
            caption="Overdue by age"
            rows={ages}
            rowKey={(row) => row.age}
            columns={[
              { label: 'Overdue for', role: 'title', cell: (row) => <a href={row.href}>{row.age}</a> },
              { label: 'Students', align: 'end', cell: (row) => row.students },
              { label: 'Amount', align: 'end', cell: (row) => row.amount },
            ]}
          />
        </Card>
      ) : null}
    </div>
  )
}
