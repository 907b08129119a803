import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js'

export interface BarData {
  labels: readonly string[]
  series: readonly string[]
  /** One list per series, with one number per label. */
  values: ReadonlyArray<readonly number[]>
  /** Prefix of a number: '₹'. */
  unit: string
  isSideBySide?: true
}

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip)

/** Draws bars in the page's colours, light or dark. Returns a function that removes the chart. */
export function drawBars(canvas: HTMLCanvasElement, data: BarData): () => void {
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const colours = [colour('--brand'), colour('--gold')]
  const text = (value: number) => data.unit + new Intl.NumberFormat('en-IN').format(value)
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels: [...data.labels],
      datasets: data.series.map((label, index) => ({
        label,
        data: [...(data.values[index] ?? [])],
        backgroundColor: colours[index],
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      scales: {
        x: { stacked: !data.isSideBySide, grid: { display: false }, ticks: { color: colour('--soft') } },
        y: {
          stacked: !data.isSideBySide,
          beginAtZero: true,
          grid: { color: colour('--line') },
          ticks: { color: colour('--soft'), callback: (value) => text(Number(value)) },
        },
      },
      plugins: { tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${text(Number(item.raw))}` } } },
    },
  })
  return () => chart.destroy()
}
