import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CalendarPage } from '../../features/calendar/calendar-page.tsx';

const route = getRouteApi('/shell/calendar');

export function CalendarRoute() {
  const navigate = useNavigate();
  const { view, day } = route.useSearch();
  return (
    <CalendarPage
      view={view ?? 'month'}
      day={day}
      onShow={(next, shown) => navigate({ to: '/calendar', search: { ...(next === 'week' ? { view: next } : {}), day: shown } })}
    />
  );
}
