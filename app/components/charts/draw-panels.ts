import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
  Tooltip,
} from 'chart.js'

export interface LineData {
  labels: readonly string[]
  values: readonly number[]
  low: number
  /** Percentage marked by a dashed line. */
  watched: number
}

export interface RowData {
  names: readonly string[]
  values: readonly number[]
  texts: readonly string[]
  notes: readonly string[]
  /** Colour token of each row. */
  colours: readonly string[]
}

export interface ShareData {
  names: readonly string[]
  /** In rupees. */
  values: readonly number[]
  texts: readonly string[]
  middle: string
}

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

/** Applies the page's font and returns its colours by token, light or dark. */
function looksOf(canvas: HTMLCanvasElement) {
  const style = getComputedStyle(canvas)
  Chart.defaults.font.family = style.fontFamily
  Chart.defaults.font.size = 14
  return (name: string) => style.getPropertyValue(`--${name}`).trim()
}

/** Chart.js plugin that writes text onto the chart, as the server drawing does. */
function written(write: (chart: Chart) => void): Plugin {
  return { id: 'words', afterDatasetsDraw: write }
}

function say(chart: Chart, text: string, x: number, y: number, align: CanvasTextAlign, colour: string): void {
  const { ctx } = chart
  ctx.save()
  ctx.font = `600 16px ${Chart.defaults.font.family ?? 'sans-serif'}`
  ctx.fillStyle = colour
  ctx.textAlign = align
  ctx.textBaseline = 'middle'
  ctx.fillText(text, x, y)
  ctx.restore()
}

/** Draws percentages over days. Returns a function that removes the chart. */
export function drawLine(canvas: HTMLCanvasElement, data: LineData): () => void {
  const colour = looksOf(canvas)
  const last = written((chart) => {
    const point = chart.getDatasetMeta(0).data.at(-1)
    if (point) say(chart, `${data.values.at(-1)}%`, point.x, point.y - 16, 'right', colour('brand'))
  })
  const chart = new Chart(canvas, {
    type: 'line',
    data: {
      labels: [...data.labels],
      datasets: [
        {
          data: [...data.values],
          borderColor: colour('brand'),
          backgroundColor: colour('brand'),
          pointRadius: data.values.map((_, index) => (index === data.values.length - 1 ? 5 : 0)),
          pointHitRadius: 12,
        },
        {
          data: data.values.map(() => data.watched),
          borderColor: colour('edge'),
          borderDash: [4, 4],
          borderWidth: 1,
          pointRadius: 0,
          pointHitRadius: 0,
        },
      ],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      layout: { padding: { top: 24, right: 8 } },
      scales: {
        x: { grid: { display: false }, ticks: { color: colour('soft'), maxTicksLimit: 3, maxRotation: 0 } },
        y: {
          min: data.low,
          max: 100,
          grid: { color: colour('line') },
          ticks: { color: colour('soft'), maxTicksLimit: 4, callback: (value) => `${value}%` },
        },
      },
      plugins: { tooltip: { displayColors: false, callbacks: { label: (item) => `${item.raw}%` } } },
    },
    plugins: [last],
  })
  return () => chart.destroy()
}

export function drawRows(canvas: HTMLCanvasElement, data: RowData): () => void {
  const colour = looksOf(canvas)
  const words = written((chart) => {
    for (const [index, bar] of chart.getDatasetMeta(0).data.entries())
      say(chart, data.texts[index] ?? '', bar.x + 8, bar.y, 'left', colour('ink'))
  })
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels: data.names.map(linesOf),
      datasets: [
        { data: [...data.values], backgroundColor: data.colours.map(colour), minBarLength: 4, maxBarThickness: 28 },
      ],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      indexAxis: 'y',
      layout: { padding: { right: 76 } },
      scales: {
        x: { display: false, beginAtZero: true },
        y: { grid: { display: false }, ticks: { color: colour('ink'), autoSkip: false } },
      },
      plugins: {
        tooltip: {
          displayColors: false,
          callbacks: {
            title: ([item]) => data.names[item?.dataIndex ?? 0] ?? '',
            label: (item) => data.notes[item.dataIndex] ?? '',
          },
        },
      },
    },
    plugins: [words],
  })
  return () => chart.destroy()
}

/** Splits a long name into two lines, the second cut with "…"; the full name is in the tooltip and the table. */
function linesOf(name: string): string[] {
  const lines: string[] = []
  for (const word of name.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < 16) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.length > 2 ? [lines[0] ?? '', `${lines[1]}…`] : lines
}

export function drawShares(canvas: HTMLCanvasElement, data: ShareData): () => void {
  const colour = looksOf(canvas)
  const middle = written((chart) => {
    const { left, right, top, bottom } = chart.chartArea
    say(chart, data.middle, (left + right) / 2, (top + bottom) / 2, 'center', colour('ink'))
  })
  const chart = new Chart<'doughnut', number[]>(canvas, {
    type: 'doughnut',
    data: {
      labels: [...data.names],
      datasets: [{ data: [...data.values], backgroundColor: [colour('brand'), colour('gold')], borderWidth: 0 }],
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      cutout: '68%',
      plugins: { tooltip: { callbacks: { label: (item) => data.texts[item.dataIndex] ?? '' } } },
    },
    plugins: [middle],
  })
  return () => chart.destroy()
}
