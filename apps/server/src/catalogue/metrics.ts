import type { GaugeSource } from '../platform/observability/metrics.ts'
import type { Catalogue } from './catalogue.ts'

export function contentMetrics({ state }: Pick<Catalogue, 'state'>): GaugeSource[] {
  return [
    {
      name: 'playhub_content_info',
      help: '1 for the version of the content in use',
      label: 'version',
      count: async () => ({ [state().version]: 1 }),
    },
    {
      name: 'playhub_content_rejected',
      help: 'Errors of the newest content, while an older version stays in use',
      label: 'version',
      count: async () => {
        const { rejected } = state()
        return rejected ? { [rejected.version]: rejected.issues.length } : {}
      },
    },
  ]
}
