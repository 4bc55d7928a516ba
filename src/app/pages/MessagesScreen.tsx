import { MessagesPage } from '../../features/messages/MessagesPage.tsx';
import type { MessagesSearch } from '../../features/messages/messagesSearch.ts';
import { NotificationOffer } from '../../features/notifications/NotificationOffer.tsx';

export function MessagesScreen(search: MessagesSearch) {
  return <MessagesPage {...search} offer={<NotificationOffer />} />;
}
