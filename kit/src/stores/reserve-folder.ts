/** The folder within a folder of data that only reserves disk space. It is not backed up. */
export const RESERVE_FOLDER = 'reserve'
