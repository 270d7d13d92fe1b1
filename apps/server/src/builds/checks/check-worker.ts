/** The thread for reading an uploaded archive, so a hostile one takes neither the hub's time nor its memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { checkArchive } from './check-archive.ts'

const { archive, folder, limits } = workerData
parentPort?.postMessage(await checkArchive(archive, folder, limits))
