import type { ListColumn } from './list'

/**
 * Checkboxes that select rows; `mayTick` leaves some out. They belong to the form `ticked`, which the page puts beside
 * its list, and submit the row's public id.
 */
export function tickColumn<Row>(
  name: string,
  wordsOf: (row: Row) => string,
  mayTick: (row: Row) => boolean = () => true,
): ListColumn<Row & { publicId: string }, never> {
  return {
    label: 'Tick',
    only: 'page',
    isFixed: true,
    value: ({ publicId }) => publicId,
    cell: (row) =>
      mayTick(row) ? (
        <label className="choice">
          <input type="checkbox" form="ticked" name={name} value={row.publicId} aria-label={`Tick ${wordsOf(row)}`} />
        </label>
      ) : null,
  }
}
