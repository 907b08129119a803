import { loader as listLoader } from './transfers.index'

/** Serves the list of `./transfers.index` as a CSV file. */
export const loader = listLoader.csvLoader
