import { loader as listLoader } from './cash-closings.index'

/** Serves the list of `./cash-closings.index` as a CSV file. */
export const loader = listLoader.csvLoader
