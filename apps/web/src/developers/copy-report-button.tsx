import { Button } from '@playhub/ui/button.tsx'
import { copyText } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useTranslation } from 'react-i18next'
import { type Report, toMarkdown } from './run/report.ts'

export function CopyReportButton(props: { createReport: () => Report; className?: string }) {
  const { t } = useTranslation('developers')
  const copy = async () => {
    await copyText(toMarkdown(props.createReport()))
    toast.success(t('copied'))
  }
  return (
    <Button kind="secondary" size="small" className={props.className} onClick={copy}>
      {t('copyReport')}
    </Button>
  )
}
