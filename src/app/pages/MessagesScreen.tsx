import { MessagesPage } from '../../features/messages/MessagesPage.tsx';
import { NotificationOffer } from '../../features/notifications/NotificationOffer.tsx';

export function MessagesScreen() {
  return <MessagesPage offer={<NotificationOffer />} />;
}
