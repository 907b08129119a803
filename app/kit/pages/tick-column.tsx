import type { ListColumn } from './list'

/**
 * Column of checkboxes that select rows; a row has none if `mayTick` returns false. They belong to the form `ticked`,
 * which the page puts beside its list, and submit the row's public id.
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
