import { loader as listLoader } from './hostels.index'

/** Serves the list of `./hostels.index` as a CSV file. */
export const loader = listLoader.csvLoader
