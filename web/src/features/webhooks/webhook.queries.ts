import type { paths, Schemas } from '@fingerpost/client'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { text } from '#messages/webhooks.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { useList } from '../../shared/list.ts'

export type Webhook = Schemas['Webhook']
export type Delivery = Schemas['Delivery']

type WebhookBody = paths['/webhook']['post']['requestBody']['content']['application/json']
export type EventType = WebhookBody['events'][number]

/** Labels of the event types. */
export const EVENTS: Readonly<Record<EventType, string>> = text.events

export type DeliveryStatus = keyof typeof text.delivery.statuses

const path = (id: number) => ({ path: { id: `${id}` } })

export const useWebhooks = () =>
  useList({
    queryKey: ['webhook'],
    load: ({ search: _, ...query }, signal) =>
      read(api().GET('/webhook', { signal, params: { query } })),
  })

/** Messages sent to a webhook, newest first. */
export const useDeliveryPage = (id: number, status: DeliveryStatus | undefined, page: number) =>
  useQuery({
    queryKey: ['webhook', 'delivery', id, status, page],
    queryFn: ({ signal }) => {
      const query = { page, limit: 25 as const, ...(status && { status }) }
      return read(api().GET('/webhook/{id}/delivery', { signal, params: { ...path(id), query } }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })

/** The last message sent to a webhook; null if there was none. */
export const useLastDelivery = (id: number) =>
  useQuery({
    queryKey: ['webhook', 'delivery', id, 'last'],
    queryFn: async ({ signal }) => {
      const params = { ...path(id), query: { limit: 10 as const } }
      return (await read(api().GET('/webhook/{id}/delivery', { signal, params }))).items[0] ?? null
    },
  })

const deliveryPath = (id: number, delivery: number) => ({
  path: { id: `${id}`, delivery_id: `${delivery}` },
})

/** A message with what was sent and what came back. */
export const useDelivery = (id: number, { id: delivery, tries }: Delivery) =>
  useQuery({
    queryKey: ['webhook', 'delivery', id, 'one', delivery, tries],
    queryFn: ({ signal }) => {
      const params = deliveryPath(id, delivery)
      return read(api().GET('/webhook/{id}/delivery/{delivery_id}', { signal, params }))
    },
  })

/** Queues a message once more. */
export function useResend(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (delivery: number) => {
      const params = deliveryPath(id, delivery)
      return read(api().POST('/webhook/{id}/delivery/{delivery_id}/resend', { params }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
}

export interface WebhookForm {
  name: string
  url: string
  events: EventType[]
  enabled: boolean
}

/**
 * Creates a webhook, whose response contains the secret once, or updates the given one. `enabled`
 * is sent only if it changed: `false` would end the pause of a webhook and drop its messages.
 */
export async function saveWebhook(
  webhook: Webhook | undefined,
  { enabled, ...rest }: WebhookForm,
): Promise<Webhook & { secret?: string }> {
  if (!webhook) return read(api().POST('/webhook', { body: { ...rest, enabled } }))
  const body = enabled === webhook.enabled ? rest : { ...rest, enabled }
  return read(api().PATCH('/webhook/{id}', { params: path(webhook.id), body }))
}

/** Sends a test message and waits for its result. */
export function useTestWebhook(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => read(api().POST('/webhook/{id}/test', { params: path(id) })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
}

/** Resumes a paused webhook and sends the messages it missed. */
export function useResumeWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      read(api().PATCH('/webhook/{id}', { params: path(id), body: { enabled: true } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook'] }),
  })
}

export const deleteWebhook = (id: number) =>
  read(api().DELETE('/webhook/{id}', { params: path(id) }))
